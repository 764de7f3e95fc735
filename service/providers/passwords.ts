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
  inTurn: Turns;
  /** The same for PINs, with a separate queue: a flood of sign-ins, which needs no account, must not delay debits. */
  pinInTurn: Turns;
};

type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export class TooManyWaiting extends Error {}

const MAX_WAITING = 500;

/** OWASP's argon2id parameters by default (19 MiB, two passes); tests pass smaller ones. */
export function createPasswords(options: { memoryKiB?: number; passes?: number; atOnce?: number } = {}): Passwords {
  const cost = { memoryCost: options.memoryKiB ?? 19_456, timeCost: options.passes ?? 2, parallelism: 1 };
  const nobody = hash("nobody has this password", cost);
  return {
    hash: (plain) => hash(plain, cost),
    async verify(hashed, plain) {
      const isRight = await verify(hashed ?? (await nobody), plain);
      return isRight && hashed !== null;
    },
    inTurn: createTurns(options.atOnce ?? 4),
    pinInTurn: createTurns(options.atOnce ?? 4),
  };
}

function createTurns(atOnce: number): Turns {
  const queues = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let total = 0;

  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
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
    if (total >= MAX_WAITING) throw new TooManyWaiting("too many passwords are being checked");
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
