/** A straight line through points: its slope with the half-width of its 95 % confidence interval, both per unit of `x`. */
export type Trend = {
  perUnit: number;
  plusMinus: number;
  mean: number;
  /** Growth over all points as a share of the mean, by the slope. */
  growth: number;
  /** The slope is within its noise, or the growth within what is tolerated. */
  isFlat: boolean;
};

/** Two-sided 95 % quantiles of Student's t for 1, 2, … degrees of freedom. */
const T = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const T_OF_MANY = 2.1;

/** Least squares over `points`, at least three. `tolerated`: the growth, as a share of the mean, that still counts as flat. Pure. */
export function trendOf(points: readonly { x: number; y: number }[], tolerated = 0): Trend {
  const n = points.length;
  if (n < 3) throw new Error("a trend needs three points");
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / n;
  const [meanX, mean] = [meanOf(points.map(({ x }) => x)), meanOf(points.map(({ y }) => y))];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const perUnit = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - mean), 0) / spread;
  const residual = points.reduce((sum, { x, y }) => sum + (y - mean - perUnit * (x - meanX)) ** 2, 0);
  const plusMinus = (T[n - 3] ?? T_OF_MANY) * Math.sqrt(residual / (n - 2) / spread);
  const length = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
  const growth = mean === 0 ? 0 : (perUnit * length) / mean;
  return { perUnit, plusMinus, mean, growth, isFlat: perUnit <= plusMinus || growth <= tolerated };
}
