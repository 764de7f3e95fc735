import { createHttpCall, type HttpCallOptions, HttpUnavailable } from "../http-call.ts";
import { MessageRefused, type Messenger } from "../messenger.ts";

/**
 * Sends text messages through an HTTP gateway: `POST {baseUrl}/messages` with `{id, from, to, text}`; 2xx means
 * accepted. 400, 404 and 422 refuse the message permanently; 401, 403, 429 and other statuses concern our account with
 * the gateway and are retried. The gateway must treat a repeated `id` as the same message. Api 3.
 */
export function createHttpSms(options: HttpCallOptions & { from: string }): Messenger {
  const call = createHttpCall(options);
  return {
    async send({ id, to, text }) {
      const { status } = await call("messages", { id, from: options.from, to, text });
      if (status >= 200 && status < 300) return;
      if ([400, 404, 422].includes(status)) throw new MessageRefused(`status ${status}`);
      throw new HttpUnavailable(`status ${status}`);
    },
  };
}
