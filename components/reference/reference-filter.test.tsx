import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ReferenceFilter } from "./reference-filter.tsx";

afterEach(() => {
  cleanup();
  location.hash = "";
});

function open(hash: string) {
  location.hash = hash;
  Element.prototype.scrollIntoView = () => undefined;
  render(
    <>
      <ReferenceFilter total={1} />
      <details id="freezeWallet">freeze</details>
    </>,
  );
  return screen.getByText("freeze") as HTMLDetailsElement;
}

test("the endpoint that the address names is open", () => {
  expect(open("#freezeWallet").open).toBe(true);
});

test("an address that names none, however damaged, opens none", () => {
  expect(open("#%E0").open).toBe(false);
});
