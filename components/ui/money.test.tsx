import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Figure, Money } from "./money.tsx";

afterEach(cleanup);

test("incoming money is green with a plus, outgoing money has a true minus and no colour", () => {
  render(
    <>
      <Money kobo={12_000_000} signed />
      <Money kobo={-2_501_000} signed />
      <Money kobo={500} />
    </>,
  );
  expect(screen.getByText("+₦120,000.00").className).toContain("text-ok");
  expect(screen.getByText("−₦25,010.00").className).not.toContain("text-ok");
  expect(screen.getByText("₦5.00").className).not.toContain("text-ok");
});

test("a large figure reads as one amount with its kobo set apart", () => {
  const { container } = render(<Figure kobo={18_425_000} />);
  expect(container.textContent).toBe("₦184,250.00");
  expect(screen.getByText(".00").className).toContain("text-fg-3");
});
