import { hash, verify } from "@node-rs/argon2";

/** Hashes passwords and PINs with argon2id, with limited concurrency. */
export type Passwords = {
  hash(plain: string): Promise<string>;
  /**
   * True when `plain` matches the hash. Without a hash it takes as long and returns false, so that timing does not
   * reveal which accounts exist.
   */
  verify(hashed: string | null, plain: string): Promise<boolean>;
  /**
   * Runs `work` with limited concurrency in total, and one at a time per `key`, so that guesses against one account
   * run sequentially. @throws `TooManyWaiting` when the queue is full.
   */
  runLimited: RunLimited;
  /** The same for PINs, with a separate queue: a flood of sign-ins, which needs no account, must not delay debits. */
  runPinLimited: RunLimited;
};

type RunLimited = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export class QueueFull extends Error {}

const MAX_WAITING = 500;

/** OWASP's argon2id parameters by default (19 MiB, two passes); tests pass smaller ones. */
export function createPasswords(
  options: { memoryKiB?: number; passes?: number; concurrency?: number } = {},
): Passwords {
  const cost = { memoryCost: options.memoryKiB ?? 19_456, timeCost: options.passes ?? 2, parallelism: 1 };
  const standInHash = hash("nobody has this password", cost);
  return {
    hash: (plain) => hash(plain, cost),
    async verify(hashed, plain) {
      const isRight = await verify(hashed ?? (await standInHash), plain);
      return isRight && hashed !== null;
    },
    runLimited: createLimiter(options.concurrency ?? 4),
    runPinLimited: createLimiter(options.concurrency ?? 4),
  };
}

function createLimiter(concurrency: number): RunLimited {
  const queues = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let total = 0;

  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return async (key, work) => {
    if (total >= MAX_WAITING) throw new QueueFull("too many passwords are being checked");
    total += 1;
    const before = queues.get(key) ?? Promise.resolve();
    const mine = before.then(() => withSlot(work));
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    queues.set(key, settled);
    try {
      return await mine;
    } finally {
      total -= 1;
      if (queues.get(key) === settled) queues.delete(key);
    }
  };
}
