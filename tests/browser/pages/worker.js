import { classify, init } from '/dist/slim.js';

onmessage = async ({ data }) => {
  await init(data.module);
  postMessage(JSON.stringify(classify(data.fixture)));
};
