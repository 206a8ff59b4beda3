/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Versions of the tables of a broker: <code>{"brokerName":"a","versions":{"21":{…},"43":{…}}}</code>, by the request
 * code of the table. Spoken only between brokers of our own kind.
 *
 * @param brokerName name of the answering broker
 * @param versions version by request code
 */
public record TableVersions(String brokerName, Map<Integer, DataVersion> versions) {

    private static final String NAME_MEMBER = "brokerName";
    private static final String VERSIONS_MEMBER = "versions";

    /**
     * Reads the body.
     *
     * @param body JSON between position and limit
     * @return the versions
     * @throws JsonException if it is no JSON
     */
    public static TableVersions read(ByteBuffer body) {
        JsonFields json = JsonFields.of(JsonText.decode(body, Object.class));
        Map<Integer, DataVersion> versions = new TreeMap<>();
        json.object(VERSIONS_MEMBER).asMap().forEach((code, version) ->
            versions.put((int) JsonFields.numberOf(code, -1), DataVersion.read(JsonFields.of(version))));
        return new TableVersions(json.text(NAME_MEMBER, ""), versions);
    }

    /**
     * Version of one table.
     *
     * @param code request code of the table
     * @return the version, or null when it is not told
     */
    public DataVersion of(int code) {
        return versions.get(code);
    }

    /** The body. */
    public byte[] encode() {
        Map<String, Object> byCode = new TreeMap<>();
        versions.forEach((code, version) -> byCode.put(String.valueOf(code), version.toJson()));
        return JsonText.encode(Map.of(NAME_MEMBER, brokerName, VERSIONS_MEMBER, byCode));
    }
}
