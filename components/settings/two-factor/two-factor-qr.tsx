import { encode } from "uqr";

/** The secret's URI as a QR code: one path without inline style, as the content security policy forbids inline style. */
export function TwoFactorQr({ uri }: { uri: string }) {
  const { data, size } = encode(uri, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    // Always dark on white: many scanners read nothing else.
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border"
    >
      <rect width={size} height={size} className="fill-(--qr-light)" />
      <path d={path} className="fill-(--qr-dark)" />
    </svg>
  );
}
