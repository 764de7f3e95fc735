import { createHttpCall, type HttpCallOptions, HttpUnavailable } from "../http-call.ts";
import { MessageRefused, type Messenger } from "../messenger.ts";

/**
 * Text messages through an HTTP gateway: `POST {baseUrl}/messages` with `{id, from, to, text}`; 2xx means taken. 400, 404 and 422
 * refuse the message for good; 401, 403, 429 and the like are a matter between the gateway and us, and are tried again. The
 * gateway is to take a second copy of an `id` for the first. Api 3.
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
