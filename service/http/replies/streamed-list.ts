import type { Endpoint } from "../../../contract/endpoint.ts";
import { renderSuccess } from "./render-reply.ts";

/** A payload whose list is read while it is sent. `rest`: the other fields of the payload, which are known before. */
export class StreamedList {
  readonly name: string;
  readonly chunks: AsyncIterable<readonly object[]>;
  readonly rest: object;

  constructor(name: string, chunks: AsyncIterable<readonly object[]>, rest: object = {}) {
    this.name = name;
    this.chunks = chunks;
    this.rest = rest;
  }
}

/** The JSON of the reply, in the endpoint's envelope. */
export async function* jsonOf(endpoint: Endpoint, { name, chunks, rest }: StreamedList): AsyncGenerator<string> {
  const { body } = renderSuccess(endpoint, rest, { status: endpoint.status, headers: {} });
  yield `${body.slice(0, -1)},${JSON.stringify(name)}:[`;
  let isFirst = true;
  for await (const rows of chunks) {
    if (rows.length === 0) continue;
    yield `${isFirst ? "" : ","}${rows.map((row) => JSON.stringify(row)).join(",")}`;
    isFirst = false;
  }
  yield "]}";
}

/** Whether an `Accept` header names JSON first and does not weigh CSV higher. */
export function prefersJson(accept: string | undefined): boolean {
  const named = (accept ?? "").split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
    return { type, weight: weight === undefined ? 1 : Number(weight) };
  });
  const [first] = named;
  const csv = named.find(({ type }) => type === "text/csv");
  return first?.type === "application/json" && !(csv && csv.weight > first.weight);
}
