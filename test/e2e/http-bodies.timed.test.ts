import { setTimeout as delay } from 'node:timers/promises';
import { sendByHand } from '../support/raw-http.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

async function* slowly(piece: string, times: number): AsyncGenerator<string> {
  for (let i = 0; i < times; i += 1) {
    yield piece;
    await delay(100);
  }
}

test('who sends a refused body slowly has the answer at once and is cut off after two seconds', async () => {
  const { product } = await world(service);
  const began = performance.now();
  const answer = await sendByHand(
    await service.app.getUrl(),
    `POST ${product.url}/issues HTTP/1.1\nHost: x\nContent-Type: application/json\nContent-Length: 200000`,
    slowly('{"title":"', 60),
  );
  expect(answer.status).toBe(401);
  expect(answer.answeredAfter).toBeLessThan(1000);
  expect(performance.now() - began).toBeGreaterThan(1900);
  expect(performance.now() - began).toBeLessThan(4000);
});
