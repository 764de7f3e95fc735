import { expect, it } from "vitest";
import { assertGoodPassword } from "./check-new-password.ts";

const known = { email: "ngozi.eze+shop@mail.example", businessNames: ["Ẹ̀kọ́ Stores", "Ojo"] };
const problemOf = (password: string) =>
  assertGoodPassword(password, known).then(
    () => null,
    (error) => error.errors[0].message,
  );

it.each(["password", "PASSWORD", "12345678", "iloveyou", "sunshine", "passw0rd", "qwertyuiop", "football"])(
  "refuses the common password %s",
  async (password) => {
    expect(await problemOf(password)).toContain("most common passwords");
  },
);

it.each(["ngozi.eze+shop", "my NGOz!-Ez3 $hop 9", "NGOZIEZESHOP1234"])(
  "refuses %s with the e-mail",
  async (password) => {
    expect(await problemOf(password)).toBe("must not contain your e-mail address");
  },
);

it.each(["eko stores 2026", "EKO-$tor3s!", "xx3k0st0resxx"])("refuses %s with the business name", async (password) => {
  expect(await problemOf(password)).toBe("must not contain the name of the business");
});

it.each(["a-long-pass-phrase", "correct horse battery", "mojo rising 77", "password of my dog Ayo"])(
  "takes %s",
  async (password) => {
    expect(await problemOf(password)).toBeNull();
  },
);
