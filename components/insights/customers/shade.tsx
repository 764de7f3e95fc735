/** The background of a cell, darker for a larger share from 0 to 1. */
export function Shade({ share }: { share: number }) {
  return (
    <span
      className="absolute inset-0 rounded-small"
      style={{ background: `color-mix(in srgb, var(--accent) ${Math.round(share * 100)}%, var(--mute-tint))` }}
    />
  );
}
