import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Meter } from "./meter.tsx";

afterEach(cleanup);

function draw(used: number, limit: number) {
  render(<Meter label="Spent of the daily limit" used={used} limit={limit} />);
  const meter = screen.getByRole("meter", { name: "Spent of the daily limit" });
  const bar = meter.firstElementChild as HTMLElement;
  return { meter, width: bar.style.width, className: bar.className };
}

test("announces and shows the share", () => {
  const { meter, width, className } = draw(6_240_000, 20_000_000);
  expect(meter.getAttribute("aria-valuetext")).toBe("₦62,400.00 of ₦200,000.00");
  expect(meter.getAttribute("aria-valuenow")).toBe("6240000");
  expect(meter.getAttribute("aria-valuemax")).toBe("20000000");
  expect(width).toBe("31.2%");
  expect(className).toContain("bg-fg-2");
});

test.each([
  [80, 100, "bg-wait", "80%"],
  [100, 100, "bg-wait", "100%"],
  [101, 100, "bg-bad", "100%"],
  [1, 0, "bg-bad", "100%"],
  [0, 0, "bg-fg-2", "0%"],
])("%i of %i is %s", (used, limit, colour, width) => {
  const drawn = draw(used, limit);
  expect(drawn.className).toContain(colour);
  expect(drawn.width).toBe(width);
  expect(Number(drawn.meter.getAttribute("aria-valuemax"))).toBeGreaterThanOrEqual(used);
});
