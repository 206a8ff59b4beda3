/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** One connection to a server, used from one thread: sends frames or any bytes, reads answers in order. */
public final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 5_000;
    private static final int FRAME_BYTES_MAX = 32 << 20;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    /** Connects to {@code host:port}. */
    public RawClient(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address.substring(0, colon),
            Integer.parseInt(address.substring(colon + 1))), TIMEOUT_MS);
        socket.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Sends a request and reads the next frame, which must be its answer. */
    public RawFrame call(RawFrame request) throws IOException {
        send(request.bytes());
        RawFrame answer = read();
        if (answer.opaque() != request.opaque() || (answer.flag() & 1) == 0) {
            throw new IllegalStateException("not the answer to " + request + ": " + answer);
        }
        return answer;
    }

    /** Sends bytes as they are. */
    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Reads the next frame. */
    public RawFrame read() throws IOException {
        int length = in.readInt();
        if (length < 4 || length > FRAME_BYTES_MAX) {
            throw new IOException("a frame of " + length + " bytes");
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        return RawFrame.parse(frame);
    }

    /** Whether the other side closes the connection within the time; what it sends until then is dropped. */
    public boolean closesWithin(int waitMs) throws IOException {
        socket.setSoTimeout(waitMs);
        try {
            byte[] dropped = new byte[8192];
            long end = System.nanoTime() + waitMs * 1_000_000L;
            while (System.nanoTime() < end) {
                if (in.read(dropped) < 0) {
                    return true;
                }
            }
            return false;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        } finally {
            socket.setSoTimeout(TIMEOUT_MS);
        }
    }

    /** The socket, for closing it in the middle of something. */
    public Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
