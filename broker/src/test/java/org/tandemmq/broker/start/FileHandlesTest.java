/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How files and sockets are divided. */
class FileHandlesTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1", "400, 200, 150, 50", "1024, 512, 384, 128", "20000, 15904, 11928, 3976",
        "1048576, 65536, 65536, 65536"
    })
    void shouldKeepFilesForTheStore(long limit, int alone, int besideNames, int names) {
        FileHandles handles = new FileHandles(limit);

        assertThat(handles.forClients(65_536, false)).isEqualTo(alone);
        assertThat(handles.forClients(65_536, true)).isEqualTo(besideNames);
        assertThat(handles.forEmbeddedNameService(65_536)).isEqualTo(names);
        assertThat(handles.forClients(10, true)).isEqualTo(Math.min(10, besideNames));
    }

    @Test
    void shouldReadTheLimitOfTheKernel() {
        String head = "Limit                     Soft Limit           Hard Limit           Units     \n"
            + "Max processes             95813                95813                processes \n";
        String line = "Max open files            %-20s 524288               files     %n";
        assertThat(FileHandles.limit(head + String.format(line, "1024"))).isEqualTo(1_024);
        assertThat(FileHandles.limit(head + String.format(line, "unlimited"))).isEqualTo(Long.MAX_VALUE);
        assertThat(FileHandles.limit(head)).isEqualTo(Long.MAX_VALUE);
    }
}
