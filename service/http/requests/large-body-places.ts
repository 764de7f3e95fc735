import type { FastifyRequest } from "fastify";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { Failure } from "../../domain/failure.ts";
import { createPlaces, type Leave } from "../../domain/places.ts";
import { holdPlace, type RawReply } from "../replies/hold-place.ts";
import { LARGE_BODY_BYTES } from "./large-body.ts";

/** Large bodies of one caller in work at the same time. A batch takes about ten times the memory of its body. */
const MOST_RUNNING = 4;
/** Those that wait for a place in this process, not yet read. */
const MOST_WAITING = 64;
/** Large bodies of all callers together that are parsed and in work. More of them would not be faster: they share one thread. Those that wait for banks are counted apart. */
const MOST_IN_WORK = 16;
const RETRY_AFTER_SECONDS = "5";

/** A bank that hangs holds up what asks banks, and nothing else. */
type Line = "books" | "banks";

/**
 * The places for large bodies: a few of one merchant, or of one address without a merchant, so that many at the same time do not fill the
 * process's memory, which all merchants share. The next ones wait in order. Of all callers together, only bodies that have arrived take a
 * place, so that slow callers keep none from the others. Decisions 0206 and 0208.
 */
export function createLargeBodyPlaces() {
  const places = createPlaces<number | string>({ running: () => MOST_RUNNING, waiting: MOST_WAITING });
  const inWork = createPlaces<Line>({ running: () => MOST_IN_WORK, waiting: Number.POSITIVE_INFINITY });
  const holding = new WeakSet<RawReply>();

  const finish = new WeakMap<RawReply, () => void>();

  async function take(holder: number | string, reply: RawReply): Promise<void> {
    if (holding.has(reply)) return;
    holding.add(reply);
    if (!(await holdPlace(places, holder, reply))) throw refusal();
  }

  async function begin(holder: number | string, reply: RawReply, line: Line = "books"): Promise<Leave> {
    await take(holder, reply);
    const leave = await holdPlace(inWork, line, reply);
    if (!leave) throw refusal();
    finish.set(reply, leave);
    return leave;
  }

  return {
    /** Takes a place for a body that announces its size, before it is read. @throws `rate_limited` where many wait already, or the caller left */
    async admit(request: FastifyRequest, reply: RawReply): Promise<void> {
      const announced = request.headers["content-length"];
      if (announced !== undefined && Number(announced) <= LARGE_BODY_BYTES) return;
      const holder = request.caller?.tenant.id ?? request.address ?? "unknown";
      const line = request.routeOptions.config.endpoint?.asksBanks ? "banks" : "books";
      request.beginLargeBody = () => begin(holder, reply, line);
      if (announced !== undefined) await take(holder, reply);
    },
    /**
     * Takes a place for a body that has arrived: its holder's, where it did not announce its size, and one of those that all callers share.
     * Returns what gives the shared one back.
     * @throws as `admit`
     */
    begin,
    /** Gives the shared place back: the answer is made, however slowly its caller reads it. */
    answered(reply: RawReply): void {
      finish.get(reply)?.();
    },
  };
}

function refusal(): Failure {
  return new Failure("rate_limited", {
    message: requestTexts.tooManyLargeBodies,
    headers: { "retry-after": RETRY_AFTER_SECONDS },
  });
}
