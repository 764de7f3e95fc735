import { createHash, type Hash } from "node:crypto";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Endpoint, fileFieldsOf, fileLimitMiB, uploadLimitOf } from "../../../contract/endpoint.ts";
import { fieldProblems } from "../../../contract/texts/field-problems.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import type { Context } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import type { UploadHandler } from "../route.ts";
import { validationFailure } from "./parse-input.ts";

const FIELD_LIMIT_BYTES = 4_096;
const STALLED_AFTER_MS = 30_000;

/** A complete upload: the fields as sent, with null for each file, the hash of the last file, and the result of `receive`. */
type Received<Staged> = { fields: Record<string, string | null>; sha256: string; staged: Staged };
type Receive<Staged> = UploadHandler<Endpoint, Staged>["receive"];

/** Accepts multipart bodies only, in this scope. */
export async function readMultipart(scope: FastifyInstance, endpoint: Endpoint): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, {
    limits: {
      fileSize: fileLimitMiB(endpoint) * 1_048_576,
      files: fileFieldsOf(endpoint).length,
      fields: 20,
      parts: 21 + fileFieldsOf(endpoint).length,
      fieldSize: FIELD_LIMIT_BYTES,
    },
  });
}

/** Rejects requests that are not uploads, before the body is read. @throws `unsupported_media_type`, `body_too_large` */
export function assertUpload(request: FastifyRequest, endpoint: Endpoint): void {
  const type = request.headers["content-type"];
  if (type !== undefined && !/^multipart\/form-data\b/i.test(type)) {
    throw new Failure("unsupported_media_type", { message: requestTexts.multipartRequired });
  }
  if (Number(request.headers["content-length"]) > uploadLimitOf(endpoint)) throw tooLarge(endpoint);
}

/**
 * Reads a multipart body part by part and streams the file to `receive`, without holding it in memory. If it throws, either
 * `receive` has thrown or was not called, or it has called `discard`: nothing is left to clean up.
 * @throws `validation_failed`, `body_too_large`, `upload_incomplete`, `request_timeout`, and the errors of `receive`
 */
export async function receiveUpload<Staged>(
  ctx: Context,
  request: FastifyRequest,
  endpoint: Endpoint,
  handler: { receive: Receive<Staged>; discard(ctx: Context, staged: Staged): Promise<void> },
): Promise<Received<Staged>> {
  const names = fileFieldsOf(endpoint);
  const fields: Record<string, string | null> = {};
  let received: { staged: Staged; sha256: string } | undefined;
  if (!request.headers["content-type"]) throw missingFile(endpoint);
  try {
    for await (const part of partsOf(request, endpoint)) {
      if (part.type === "field") addField(fields, part.fieldname, part);
      else if (!names.includes(part.fieldname)) part.file.resume();
      else {
        if (Object.hasOwn(fields, part.fieldname)) throw givenTwice(part.fieldname);
        fields[part.fieldname] = null;
        received = await receiveFile({ ctx, endpoint, part, receive: handler.receive, before: received?.staged });
      }
    }
  } catch (error) {
    // Discard the rest of the body, so that the caller can read the reply and reuse the connection.
    request.raw.unpipe();
    request.raw.resume();
    if (received) await handler.discard(ctx, received.staged);
    throw error;
  }
  if (!received) throw missingFile(endpoint);
  return { fields, ...received };
}

type ArrivingFile<Staged> = {
  ctx: Context;
  endpoint: Endpoint;
  part: MultipartFile;
  receive: Receive<Staged>;
  before: Staged | undefined;
};

async function receiveFile<Staged>({ ctx, endpoint, part, receive, before }: ArrivingFile<Staged>) {
  const hash = createHash("sha256");
  const { fieldname: field, filename: fileName } = part;
  const staged = await receive(ctx, chunksOf(part, hash, endpoint), { field, fileName, before });
  return { staged, sha256: hash.digest("hex") };
}

async function* chunksOf({ file }: MultipartFile, hash: Hash, endpoint: Endpoint): AsyncGenerator<Buffer> {
  try {
    const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
    for (let next = await withStallTimeout(chunks.next()); !next.done; next = await withStallTimeout(chunks.next())) {
      hash.update(next.value);
      yield next.value;
    }
  } catch (error) {
    throw toUploadFailure(error, endpoint);
  }
  if (file.truncated) throw tooLarge(endpoint);
}

/** The parts of the body. Converts errors of the parser; errors of the reader pass through. */
async function* partsOf(request: FastifyRequest, endpoint: Endpoint) {
  const parts = request.parts();
  while (true) {
    const next = await withStallTimeout(parts.next()).catch((error: unknown) => {
      throw toUploadFailure(error, endpoint);
    });
    if (next.done) return;
    yield next.value;
  }
}

/** Waits for the next data. An upload may take long, but it must not stall. */
async function withStallTimeout<T>(next: Promise<T>): Promise<T> {
  const stalled = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => stalled.reject(new Failure("request_timeout", { headers: { connection: "close" } })),
    STALLED_AFTER_MS,
  );
  try {
    return await Promise.race([next, stalled.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function addField(
  fields: Record<string, string | null>,
  name: string,
  { value, valueTruncated }: { value: unknown; valueTruncated: boolean },
): void {
  if (Object.hasOwn(fields, name)) throw givenTwice(name);
  if (valueTruncated) throw validationFailure([{ field: name, message: fieldProblems.tooLong }]);
  fields[name] = String(value);
}

function missingFile(endpoint: Endpoint): Failure {
  const [field = ""] = fileFieldsOf(endpoint);
  const message = endpoint.upload === "documents" ? fieldProblems.documentMissing : fieldProblems.fileMissing;
  return validationFailure([{ field, message }]);
}

function givenTwice(field: string): Failure {
  return validationFailure([{ field, message: fieldProblems.givenTwice }]);
}

function tooLarge(endpoint: Endpoint): Failure {
  return new Failure("body_too_large", { message: requestTexts.fileTooLarge(fileLimitMiB(endpoint)) });
}

function toUploadFailure(error: unknown, endpoint: Endpoint): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === "FST_REQ_FILE_TOO_LARGE") return tooLarge(endpoint);
  if (statusCode === 413) return new Failure("validation_failed", { message: requestTexts.tooManyParts });
  return new Failure("upload_incomplete");
}
