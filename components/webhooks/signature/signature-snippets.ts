/**
 * Code that verifies the timestamped signature in constant time, within the 300 s window, over the raw body, using only the language's
 * standard library: `x-subscription-signature` with a signing secret, `x-webhook-signature` with the private key and
 * `x-webhook-signature-previous` with the one before it. A test runs each snippet whose language is installed against the service's signatures. Spec 6.4.
 */
export const snippets = {
  "Node.js": `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the raw bytes as a Buffer or string, not parsed and serialised again.
// key: the subscription's signing secret (whsec_…), or for callbacks the private key.
export function isGenuine(body, headers, key) {
  const timestamp = headers["x-webhook-timestamp"] ?? "";
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = createHmac("sha256", key).update(timestamp + ".").update(body).digest();
  // After a rotation of the private key, the former one signs the second header.
  const names = key.startsWith("whsec_")
    ? ["x-subscription-signature"]
    : ["x-webhook-signature", "x-webhook-signature-previous"];
  // After a roll of a signing secret there are two signatures, separated by a comma.
  const given = names.flatMap((name) => (headers[name] ?? "").split(","));
  return given.some((hex) => {
    const bytes = Buffer.from(hex, "hex");
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
`,
  Python: `import hashlib
import hmac
import re
import time


# body: the raw bytes of the request.
# key: the subscription's signing secret (whsec_...), or for callbacks the private key.
def is_genuine(body: bytes, headers, key: str) -> bool:
    timestamp = headers.get("x-webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    expected = hmac.new(key.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    # After a rotation of the private key, the former one signs the second header.
    names = ["x-webhook-signature", "x-webhook-signature-previous"]
    if key.startswith("whsec_"):
        names = ["x-subscription-signature"]
    # After a roll of a signing secret there are two signatures, separated by a comma.
    given = [one for name in names for one in headers.get(name, "").split(",")]
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)
`,
  PHP: `<?php
// $body: file_get_contents("php://input"), not decoded.
// $key: the subscription's signing secret (whsec_...), or for callbacks the private key.
function is_genuine(string $body, string $key): bool
{
    $timestamp = $_SERVER["HTTP_X_WEBHOOK_TIMESTAMP"] ?? "";
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = hash_hmac("sha256", $timestamp . "." . $body, $key);
    // After a rotation of the private key, the former one signs the second header.
    $names = str_starts_with($key, "whsec_")
        ? ["HTTP_X_SUBSCRIPTION_SIGNATURE"]
        : ["HTTP_X_WEBHOOK_SIGNATURE", "HTTP_X_WEBHOOK_SIGNATURE_PREVIOUS"];
    // After a roll of a signing secret there are two signatures, separated by a comma.
    foreach ($names as $name) {
        foreach (explode(",", $_SERVER[$name] ?? "") as $given) {
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
}
`,
  Go: `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// body: the raw bytes, read once with io.ReadAll(r.Body).
// key: the subscription's signing secret (whsec_...), or for callbacks the private key.
func isGenuine(body []byte, header http.Header, key string) bool {
	timestamp := header.Get("X-Webhook-Timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	age := time.Now().Unix() - sent
	if age < -300 || age > 300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	// After a rotation of the private key, the former one signs the second header.
	names := []string{"X-Webhook-Signature", "X-Webhook-Signature-Previous"}
	if strings.HasPrefix(key, "whsec_") {
		names = []string{"X-Subscription-Signature"}
	}
	// After a roll of a signing secret there are two signatures, separated by a comma.
	for _, name := range names {
		for _, one := range strings.Split(header.Get(name), ",") {
			if given, err := hex.DecodeString(one); err == nil && hmac.Equal(given, expected) {
				return true
			}
		}
	}
	return false
}
`,
  Java: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhooks {
  // body: the raw bytes of the request. Java 17 or later.
  // signature: x-subscription-signature with a signing secret (whsec_...), x-webhook-signature with the private key.
  // After a rotation the former private key signs x-webhook-signature-previous: pass both, joined with a comma.
  static boolean isGenuine(byte[] body, String timestamp, String signature, String key)
      throws GeneralSecurityException {
    if (timestamp == null || signature == null || !timestamp.matches("[0-9]{1,12}")) return false;
    long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
    if (Math.abs(age) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.UTF_8);
    // After a roll of a signing secret there are two signatures, separated by a comma.
    for (String one : signature.split(",")) {
      if (MessageDigest.isEqual(expected, one.getBytes(StandardCharsets.UTF_8))) return true;
    }
    return false;
  }
}
`,
  "C#": `using System;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

static class Webhooks
{
    // body: the raw bytes of the request. .NET 6 or later.
    // signature: x-subscription-signature with a signing secret (whsec_...), x-webhook-signature with the private key.
    // After a rotation the former private key signs x-webhook-signature-previous: pass both, joined with a comma.
    public static bool IsGenuine(byte[] body, string timestamp, string signature, string key)
    {
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out long sent)) return false;
        long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        if (sent < now - 300 || sent > now + 300) return false;
        byte[] prefix = Encoding.UTF8.GetBytes(timestamp + ".");
        byte[] message = new byte[prefix.Length + body.Length];
        prefix.CopyTo(message, 0);
        body.CopyTo(message, prefix.Length);
        byte[] digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(key), message);
        byte[] expected = Encoding.UTF8.GetBytes(Convert.ToHexString(digest).ToLowerInvariant());
        // After a roll of a signing secret there are two signatures, separated by a comma.
        foreach (string one in (signature ?? "").Split(','))
        {
            if (CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(one))) return true;
        }
        return false;
    }
}
`,
} as const;

export type SnippetLanguage = keyof typeof snippets;
