import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { createDownloadPlaces } from "./download-places.ts";

const reply = () => Object.assign(new EventEmitter(), { destroyed: false, writableEnded: false });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Starts `count` downloads; `begun` grows as they get a place. */
function start(places: ReturnType<typeof createDownloadPlaces>, tenant: number, count: number) {
  const begun: number[] = [];
  const replies = Array.from({ length: count }, (_, n) => {
    const one = reply();
    places.take(tenant, one).then(
      () => begun.push(n),
      () => begun.push(-n),
    );
    return one;
  });
  return { begun, replies };
}

it("lets the downloads of a merchant run a few at a time, in order, and those of another beside them", async () => {
  const places = createDownloadPlaces(() => 4);
  const busy = start(places, 1, 5);
  const calm = start(places, 2, 1);
  await turn();
  expect([busy.begun, calm.begun]).toEqual([[0, 1], [0]]);
  busy.replies[1]?.emit("finish");
  busy.replies[1]?.emit("close");
  await turn();
  expect(busy.begun).toEqual([0, 1, 2]);
  // Its caller leaves while it waits.
  busy.replies[3]?.emit("close");
  busy.replies[0]?.emit("close");
  await turn();
  expect(busy.begun).toEqual([0, 1, 2, -3, 4]);
});

it("refuses a download when many wait, and takes the next one when they have ended", async () => {
  const places = createDownloadPlaces(() => 4);
  const { begun, replies } = start(places, 1, 18);
  await expect(places.take(1, reply())).rejects.toMatchObject({ code: "download_limit" });
  for (const one of replies) {
    one.emit("close");
    await turn();
  }
  expect(begun).toHaveLength(18);
  await places.take(1, reply());
});
