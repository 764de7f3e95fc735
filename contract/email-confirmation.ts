import * as z from "zod";
import { endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { ActivationCode } from "./values.ts";

const own = {
  tag: "Sign-in",
  dashboard: true,
  permission: null,
  status: 200,
  extension: true,
  source: "api 6",
  callers: members,
  reply: success({}),
} as const;

export const emailConfirmationEndpoints = {
  confirmEmail: endpoint({
    ...own,
    method: "PUT",
    path: "/user/email/verify",
    summary: "Confirm your e-mail with the mailed code",
    body: z.object({ code: ActivationCode }),
  }),
  sendEmailConfirmation: endpoint({
    ...own,
    method: "POST",
    path: "/user/email/verify/resend",
    summary: "Mail a new code that confirms your e-mail",
  }),
};
