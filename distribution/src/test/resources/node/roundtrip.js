/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
'use strict';

// usage: node roundtrip.js NAMESERVER TOPIC COUNT: sends COUNT messages with the stock client and reads them back.
const { Consumer, Message, Producer } = require('ali-ons');

const [nameSrv, topic, countText] = process.argv.slice(2);
const count = Number(countText);
const quiet = { info() {}, debug() {}, warn: console.error, error: console.error };
const shared = { nameSrv: [ nameSrv ], httpclient: { request() { throw new Error('no web here'); } }, logger: quiet };

function fail(err) {
  console.error(err);
  process.exit(1);
}

async function main() {
  const producer = new Producer({ ...shared, producerGroup: 'node_producers' });
  producer.on('error', fail);
  await producer.ready();
  const wanted = new Set();
  for (let i = 0; i < count; i++) {
    const body = `number ${i} żółw 文字`;
    const result = await producer.send(new Message(topic, i % 2 ? 'odd' : 'even', body));
    if (result.sendStatus !== 'SEND_OK') {
      throw new Error(`message ${i}: ${JSON.stringify(result)}`);
    }
    wanted.add(body);
  }
  console.log(`sent ${wanted.size}`);

  const consumer = new Consumer({ ...shared, consumerGroup: 'node_readers_' + topic, rebalanceInterval: 500,
    consumeFromWhere: 'CONSUME_FROM_FIRST_OFFSET' });
  // this client calls a new group's missing offset an error and goes on; a real one shows as a message that never comes
  consumer.on('error', console.error);
  let got = 0;
  consumer.subscribe(topic, 'odd || even', async msg => {
    got++;
    if (!wanted.delete(msg.body.toString())) {
      fail(new Error(`unexpected or twice: ${msg.body}`));
    }
    if (wanted.size === 0) {
      console.log(`got ${got}`);
      setTimeout(() => process.exit(0), 500);
    }
  });
  await consumer.ready();
}

main().catch(fail);
