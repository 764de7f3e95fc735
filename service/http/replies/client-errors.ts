import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { Failure } from "../../domain/failure.ts";
import { SAFETY_HEADERS } from "./failure-handler.ts";
import { JSON_TYPE, renderFailure } from "./render-failure.ts";

type ClientError = Error & { code?: string };

/** Replies to invalid HTTP, oversized headers and timeouts, in the same envelope as all other failures. */
export function createClientErrorHandler(newId: () => string) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const requestId = newId();
    const { status, body } = renderFailure(failureOf(error), { requestId });
    const headers = {
      "content-type": JSON_TYPE,
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
      "x-request-id": requestId,
      ...SAFETY_HEADERS,
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`);
    socket.destroySoon();
  };
}

function failureOf(error: ClientError): Failure {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return new Failure("request_timeout");
  if (error.code === "HPE_HEADER_OVERFLOW") return new Failure("headers_too_large");
  return new Failure("validation_failed", { message: requestTexts.notHttp });
}
