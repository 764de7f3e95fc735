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

test("opens the endpoint named in the URL", () => {
  expect(open("#freezeWallet").open).toBe(true);
});

test("opens nothing for an unknown or malformed URL", () => {
  expect(open("#%E0").open).toBe(false);
});
