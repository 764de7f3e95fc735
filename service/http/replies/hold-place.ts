import type { EventEmitter } from "node:events";
import type { createPlaces, Leave } from "../../domain/places.ts";

/** A reply as Node.js has it. */
export type RawReply = EventEmitter & { readonly destroyed: boolean; readonly writableEnded: boolean };

/**
 * Takes one of the holder's places until `reply` has been sent or its connection has closed; waits for one. Returns what gives it back
 * earlier; undefined where many wait already, or the caller left.
 */
export async function holdPlace<Holder>(
  places: ReturnType<typeof createPlaces<Holder>>,
  holder: Holder,
  reply: RawReply,
): Promise<Leave | undefined> {
  const gone = new AbortController();
  reply.once("close", () => gone.abort());
  const leave = await places.take(holder, gone.signal);
  if (!leave) return undefined;
  reply.once("finish", leave);
  reply.once("close", leave);
  if (reply.destroyed || reply.writableEnded) leave();
  return leave;
}
