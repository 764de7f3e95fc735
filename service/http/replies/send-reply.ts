import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { StoredAnswer } from "../../domain/idempotency.ts";
import type { Log } from "../monitoring/log.ts";
import type { Answer } from "../route.ts";
import { JSON_TYPE } from "./render-failure.ts";
import type { ReplyHead } from "./render-reply.ts";
import { jsonOf, type StreamedList } from "./streamed-list.ts";

/** A reply that is made while it is sent. */
export type Streamed = { stream: AsyncIterable<string | Buffer>; headers: Record<string, string> };

export function send(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return reply.code(answer.status).headers(answer.headers).type(JSON_TYPE).send(answer.body);
}

/**
 * Produces each chunk after the previous one is sent. A failure closes the connection, so that a partial file never
 * looks complete.
 */
export function sendStream(reply: FastifyReply, { stream, headers }: Streamed, log: Log): FastifyReply {
  const file = Readable.from(stream, { objectMode: false });
  file.on("error", (error) => log.error({ requestId: reply.request.id, error }, "download failed"));
  return reply.headers(headers).send(file);
}

/** A list as JSON that is made while it is sent. */
export function streamOf(
  endpoint: Endpoint,
  list: StreamedList,
  { headers }: Pick<ReplyHead, "headers"> = { headers: {} },
): Streamed {
  return { stream: jsonOf(endpoint, list), headers: { ...headers, "content-type": JSON_TYPE } };
}

/** The file has the name in the path, or the one that existing clients know. Wire 5. */
export function csvHeaders({ path }: Endpoint): Record<string, string> {
  const name = /[^/]+\.csv$/.exec(path)?.[0] ?? "data.csv";
  return { "content-disposition": `attachment; filename=${name}`, "content-type": "text/csv; charset=utf-8" };
}

/** What a handler sets status and headers of its reply with. */
export function answerWriter(head: ReplyHead): Answer {
  return {
    header(name, value) {
      head.headers[name.toLowerCase()] = value;
    },
    status(code) {
      head.status = code;
    },
  };
}
