import { describe, expect, it } from "vitest";
import { createPasswords, QueueFull } from "./passwords.ts";

const passwords = createPasswords({ memoryKiB: 64, passes: 1, concurrency: 2 });

describe("passwords", () => {
  it("are stored as argon2id and verified", async () => {
    const hashed = await passwords.hash("right");
    expect(hashed).toMatch(/^\$argon2id\$/);
    expect(await passwords.verify(hashed, "right")).toBe(true);
    expect(await passwords.verify(hashed, "wrong")).toBe(false);
  });

  it("never match without a hash, not even the one of the stand-in hash", async () => {
    expect(await passwords.verify(null, "nobody has this password")).toBe(false);
  });

  it("run one at a time per key, two at a time in total", async () => {
    let running = 0;
    let most = 0;
    const perKey = new Map<string, number>();
    const work = (key: string) => async () => {
      running += 1;
      perKey.set(key, (perKey.get(key) ?? 0) + 1);
      most = Math.max(most, running);
      expect(perKey.get(key)).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      perKey.set(key, 0);
      running -= 1;
    };
    await Promise.all(["a", "a", "b", "c", "a", "b"].map((key) => passwords.runLimited(key, work(key))));
    expect(most).toBe(2);
  });

  it("wait in a bounded queue, separate from the queue of PINs", async () => {
    const go = Promise.withResolvers<void>();
    const flood = Array.from({ length: 500 }, (_, index) => passwords.runLimited(`guess ${index}`, () => go.promise));
    await expect(passwords.runLimited("one more", () => Promise.resolve())).rejects.toThrow(QueueFull);
    expect(await passwords.runPinLimited("a wallet", () => Promise.resolve("paid"))).toBe("paid");
    go.resolve();
    await Promise.all(flood);
  });

  it("continue after a failed turn", async () => {
    const failing = passwords.runLimited("a", () => Promise.reject(new Error("no")));
    const next = passwords.runLimited("a", () => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
