import type { FastifyRequest } from "fastify";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { Failure } from "../../domain/failure.ts";
import { createPlaces } from "../../domain/places.ts";
import { holdPlace, type RawReply } from "../replies/hold-place.ts";
import { LARGE_BODY_BYTES } from "./large-body.ts";

/** Large bodies of one caller in work at the same time. A batch takes about ten times the memory of its body. */
const MOST_RUNNING = 4;
/** Those that wait for a place in this process, not yet read. */
const MOST_WAITING = 64;
const RETRY_AFTER_SECONDS = "5";

/**
 * The places for large bodies: a few of one merchant, or of one address without a merchant, so that many at the same time do not fill the
 * process's memory, which all merchants share. The next ones wait in order. Decision 0206.
 */
export function createLargeBodyPlaces() {
  const places = createPlaces<number | string>({ running: () => MOST_RUNNING, waiting: MOST_WAITING });
  const holding = new WeakSet<RawReply>();

  async function take(holder: number | string, reply: RawReply): Promise<void> {
    if (holding.has(reply)) return;
    holding.add(reply);
    if (await holdPlace(places, holder, reply)) return;
    const headers = { "retry-after": RETRY_AFTER_SECONDS };
    throw new Failure("rate_limited", { message: requestTexts.tooManyLargeBodies, headers });
  }

  return {
    /**
     * Takes a place until `reply` has been sent or its connection has closed; waits for one. A second call for the same reply does nothing.
     * @throws `rate_limited` where many wait already, or the caller left
     */
    take,
    /** Takes a place for a body that announces its size. One that does not takes it when it is here. @throws as `take` */
    async admit(request: FastifyRequest, reply: RawReply): Promise<void> {
      const holder = request.caller?.tenant.id ?? request.address ?? "unknown";
      request.takeBodyPlace = () => take(holder, reply);
      if (Number(request.headers["content-length"] ?? 0) > LARGE_BODY_BYTES) await request.takeBodyPlace();
    },
  };
}
