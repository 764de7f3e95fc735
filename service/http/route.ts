import type * as z from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Context, PublicContext } from "../domain/context.ts";

type Parsed<E extends Endpoint, Part extends "params" | "query" | "body"> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

/** What the contract's schemas made of the request; a part without a schema is undefined. */
export type Input<E extends Endpoint> = {
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  body: Parsed<E, "body">;
};

/** Where a handler says more than its payload. */
export type Answer = {
  header(name: string, value: string): void;
  /** Where it is not the endpoint's own: 200 for what creates, but was there already. */
  status(code: 200): void;
};

/**
 * Returns the wire payload: what stands beside `status` and `message` in the envelope. The endpoint's own message is
 * added unless the payload has one.
 */
export type Handler<E extends Endpoint> = (ctx: Context, input: Input<E>, answer: Answer) => Promise<object>;
export type PublicHandler<E extends Endpoint> = (
  ctx: PublicContext,
  input: Input<E>,
  answer: Answer,
) => Promise<object>;

/**
 * Puts a handler behind an endpoint of the contract. Caller, account mode, permission, role, parsing, idempotency and the
 * envelope all come from the contract, so that no handler can forget them.
 */
export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** The same for endpoints that anybody may call. */
export type BindPublic = <E extends Endpoint>(endpoint: E, handler: PublicHandler<E>) => void;

/** An endpoint that answers with a CSV file. */
export type CsvEndpoint = Endpoint & { reply: "csv" };

/** Resolves, or throws a `Failure`, before the first byte; the parts of the file are asked for as fast as the caller reads. */
export type CsvHandler<E extends CsvEndpoint> = (ctx: Context, input: Input<E>) => Promise<AsyncIterable<string>>;

/** The same for files: they are streamed, and what makes them is ended when the caller goes away. */
export type BindCsv = <E extends CsvEndpoint>(endpoint: E, handler: CsvHandler<E>) => void;

/** What a file became while it arrived; nobody sees it before `accept`. `sha256`: of the whole file, in hexadecimal. */
export type Upload<Staged> = { staged: Staged; sha256: string };

/**
 * A file that is read as it arrives. `receive` lays it aside and leaves nothing behind where it throws; `accept` makes it count,
 * in one commit that also keeps the answer to an Idempotency-Key; `discard` forgets what was laid aside but not accepted.
 */
export type UploadHandler<E extends Endpoint, Staged> = {
  receive(ctx: Context, file: AsyncIterable<Buffer>): Promise<Staged>;
  accept(ctx: Context, input: Input<E>, upload: Upload<Staged>, answer: Answer): Promise<object>;
  discard(ctx: Context, staged: Staged): Promise<void>;
};

/** The same for files that are uploaded. A repetition under the same key has the same fields and the same file (api 1). */
export type BindUpload = <E extends Endpoint & { upload: true }, Staged>(
  endpoint: E,
  handler: UploadHandler<E, Staged>,
) => void;
