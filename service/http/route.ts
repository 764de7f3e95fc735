import type * as z from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Context, PublicContext } from "../domain/context.ts";
import type { StreamedList } from "./replies/streamed-list.ts";

type Parsed<E extends Endpoint, Part extends "params" | "query" | "body"> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

/** The request, parsed with the contract's schemas. A part without a schema is undefined. */
export type Input<E extends Endpoint> = {
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  body: Parsed<E, "body">;
};

/** Lets a handler set headers and the status of its reply. */
export type Answer = {
  header(name: string, value: string): void;
  /** Overrides the endpoint's status: 200 when the record already exists, 202 when the work goes on. */
  status(code: 200 | 202): void;
};

/**
 * Returns the wire payload: the fields next to `status` and `message` in the envelope. The endpoint's message is added
 * unless the payload has one.
 */
export type Handler<E extends Endpoint> = (ctx: Context, input: Input<E>, answer: Answer) => Promise<object>;
export type PublicHandler<E extends Endpoint> = (
  ctx: PublicContext,
  input: Input<E>,
  answer: Answer,
) => Promise<object>;

/**
 * When the Idempotency-Key of a request is looked up: before its work, or by the commit of its work, which then finds an earlier reply
 * instead of having an effect. The second saves a round trip, and is right only where every effect is in that one commit. Decision 0170.
 */
export type KeyLookup = "before" | "in_commit";

/** `mayRebuild`: the reply of a movement is its payload, so its text is not kept where the transaction says the same. Decision 0164. */
export type KeyOptions = { readonly keyLookup?: KeyLookup; readonly mayRebuild?: boolean };

/**
 * Binds a handler to an endpoint of the contract. The contract defines callers, permissions, roles, parsing, idempotency and the
 * envelope, so that no handler can omit them.
 */
export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: KeyOptions) => void;

/** Binds a handler to a public endpoint. */
export type BindPublic = <E extends Endpoint>(endpoint: E, handler: PublicHandler<E>) => void;

/** An endpoint that returns a CSV file. */
export type CsvEndpoint = Endpoint & { reply: "csv" };

/**
 * Resolves or throws a `Failure` before the first byte. The chunks are read as fast as the caller receives them. `isJson`: the caller
 * prefers JSON, and the endpoint has a `jsonRow`.
 */
export type CsvHandler<E extends CsvEndpoint> = (
  ctx: Context,
  input: Input<E>,
  isJson: boolean,
) => Promise<AsyncIterable<string> | StreamedList>;

/** Binds a handler that streams a file. The stream stops when the caller disconnects. */
export type BindCsv = <E extends CsvEndpoint>(endpoint: E, handler: CsvHandler<E>) => void;

/** An endpoint that returns a file as it was uploaded. */
export type FileEndpoint = Endpoint & { reply: "pdf" | "file" };

/** A file to save: `name` is plain ASCII. The chunks are read as fast as the caller receives them. */
export type FileToSave = { name: string; contentType: string; chunks: AsyncIterable<Buffer> };

export type FileHandler<E extends FileEndpoint> = (ctx: Context, input: Input<E>) => Promise<FileToSave>;

/** Binds a handler that returns a file. A browser saves it and never shows it. */
export type BindFile = <E extends FileEndpoint>(endpoint: E, handler: FileHandler<E>) => void;

/** A staged file, invisible until `accept`. `sha256` is the hexadecimal hash of the whole file. */
export type Upload<Staged> = { staged: Staged; sha256: string };

/**
 * Handles an uploaded file. `receive` stages the file as it arrives and removes it if it throws; where a body carries several files, it
 * runs for each of them and adds to what was staged `before`. `accept` commits the
 * file together with the reply to an Idempotency-Key. `discard` removes a staged file that was not accepted.
 */
export type UploadHandler<E extends Endpoint, Staged> = {
  receive(
    ctx: Context,
    file: AsyncIterable<Buffer>,
    of: { field: string; fileName: string; before: Staged | undefined },
  ): Promise<Staged>;
  accept(ctx: Context, input: Input<E>, upload: Upload<Staged>, answer: Answer): Promise<object>;
  discard(ctx: Context, staged: Staged): Promise<void>;
};

/** Binds a handler for uploads. A repeated request with the same key must have the same fields and file. API 1. */
export type BindUpload = <E extends Endpoint & { upload: NonNullable<Endpoint["upload"]> }, Staged>(
  endpoint: E,
  handler: UploadHandler<E, Staged>,
) => void;

/** The body of a signed request, byte for byte as it was received, with its headers. */
export type RawRequest<E extends Endpoint> = {
  params: Input<E>["params"];
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

export type RawHandler<E extends Endpoint> = (ctx: PublicContext, request: RawRequest<E>) => Promise<object>;

/** Binds a handler to a public endpoint that verifies a signature over the bytes of its body. The body is at most 64 KiB. */
export type BindRaw = <E extends Endpoint>(endpoint: E, handler: RawHandler<E>) => void;
