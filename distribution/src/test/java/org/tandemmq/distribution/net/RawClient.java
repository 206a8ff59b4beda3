/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.function.Supplier;

/** One connection to a server, used from one thread: sends frames or any bytes, reads answers in order. */
public final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 20_000;
    private static final int FRAME_BYTES_MAX = 32 << 20;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    /** Connects to {@code host:port}. */
    public RawClient(String address) throws IOException {
        this(address, null);
    }

    /** Connects to {@code host:port} from one of this machine's addresses; null for any. */
    public RawClient(String address, InetAddress from) throws IOException {
        int colon = address.lastIndexOf(':');
        socket.setTcpNoDelay(true);
        socket.bind(from == null ? null : new InetSocketAddress(from, 0));
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

    /** Sends many pieces and a last one in one write; a connection that is closed meanwhile is no failure. */
    public void sendAll(Supplier<byte[]> pieces, int count, byte[] last) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(pieces.get());
        }
        all.writeBytes(last);
        sendIgnoringReset(all.toByteArray());
    }

    /** Sends bytes to a server that may close the connection while they are on the way; whether all went. */
    public boolean sendIgnoringReset(byte[] bytes) {
        try {
            send(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads frames until the answer with this opaque; whether it came before the connection was closed. */
    public boolean awaitAnswerOrClose(int opaque) {
        try {
            while (true) {
                byte[] frame = readBytes();
                if (frame[4] == '{' && RawFrame.parse(frame).opaque() == opaque) {
                    return true;
                }
            }
        } catch (SocketTimeoutException e) {
            throw new IllegalStateException("neither an answer nor an end of the connection", e);
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads the next frame. */
    public RawFrame read() throws IOException {
        return RawFrame.parse(readBytes());
    }

    private byte[] readBytes() throws IOException {
        int length = in.readInt();
        if (length < 4 || length > FRAME_BYTES_MAX) {
            throw new IOException("a frame of " + length + " bytes");
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        return frame;
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
