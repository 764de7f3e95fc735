/**
 * Code that verifies `x-webhook-signature` in constant time, within the 300 s window, over the raw body, using only the language's
 * standard library. A test runs each snippet whose language is installed against the service's signatures. Spec 6.4.
 */
export const snippets = {
  "Node.js": `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the raw bytes as a Buffer or string, not parsed and serialised again.
export function isGenuine(body, headers, key) {
  const timestamp = headers["x-webhook-timestamp"] ?? "";
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = createHmac("sha256", key).update(timestamp + ".").update(body).digest();
  const given = Buffer.from(headers["x-webhook-signature"] ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`,
  Python: `import hashlib
import hmac
import re
import time


# body: the raw bytes of the request.
def is_genuine(body: bytes, headers, key: str) -> bool:
    timestamp = headers.get("x-webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    expected = hmac.new(key.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = headers.get("x-webhook-signature", "")
    return hmac.compare_digest(given.encode(), expected.encode())
`,
  PHP: `<?php
// $body: file_get_contents("php://input"), not decoded.
function is_genuine(string $body, string $key): bool
{
    $timestamp = $_SERVER["HTTP_X_WEBHOOK_TIMESTAMP"] ?? "";
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = hash_hmac("sha256", $timestamp . "." . $body, $key);
    return hash_equals($expected, $_SERVER["HTTP_X_WEBHOOK_SIGNATURE"] ?? "");
}
`,
  Go: `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// body: the raw bytes, read once with io.ReadAll(r.Body).
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
	given, err := hex.DecodeString(header.Get("X-Webhook-Signature"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hmac.Equal(given, mac.Sum(nil))
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
  static boolean isGenuine(byte[] body, String timestamp, String signature, String key)
      throws GeneralSecurityException {
    if (timestamp == null || signature == null || !timestamp.matches("[0-9]{1,12}")) return false;
    long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
    if (Math.abs(age) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = HexFormat.of().formatHex(mac.doFinal(body));
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
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
        string expected = Convert.ToHexString(digest).ToLowerInvariant();
        return CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(signature ?? ""));
    }
}
`,
} as const;

export type SnippetLanguage = keyof typeof snippets;
