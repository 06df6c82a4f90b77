/** A company's own certificate authority, valid for a hundred years, made as self-signed.ts says. Its key is gone. */
export const authority = `-----BEGIN CERTIFICATE-----
MIIBdjCCARugAwIBAgIUE9IqpZzArg02gsxZ7Cmfho6KwDMwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEQWNtZTAgFw0yNjExMjcyMjIyNDlaGA8yMTI2MTEwMzIyMjI0
OVowDzENMAsGA1UEAwwEQWNtZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHks
G+/sPZOOYilrjRqYT8/85DfHGjhhKsGaax81Gfl1F0qso9MJqN8UQImjPEbWcLlC
KIdbJ6HmJPngnz/y/1SjUzBRMB0GA1UdDgQWBBSLVleh1+0Mk40KURyhc80DaQ1j
YTAfBgNVHSMEGDAWgBSLVleh1+0Mk40KURyhc80DaQ1jYTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0kAMEYCIQC+CE7rU9Kju0WmNnWBo9PlLfhxfN+NNAuS
PZoX4OY9oAIhAIpyG7CeA1VYVDHZcV1EqIU8oLVlpdh2XCFKw5BWtvMn
-----END CERTIFICATE-----`;

/**
 * Signed by it for slack.acme.test and onboarding.acme.test, with a key that protects nothing else. Made with
 * openssl x509 -req -CA authority.pem -CAkey authority.key -days 36500 -extfile names
 */
export const hosts = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBlzCCAT2gAwIBAgIUCIwgiwiH4JUZy68UjYtR+vPyDAswCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEQWNtZTAgFw0yNjExMjcyMjIyNDlaGA8yMTI2MTEwMzIyMjI0
OVowEDEOMAwGA1UEAwwFSG9zdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAART
exJu2hXf5MYoZNuuIhvfl2P8zeHRvUU5qMN76k04qvDvKrvOsy4AJ5bx/IspjI+0
z3lGgfGM5SdH/AmZFyrho3QwcjAwBgNVHREEKTAngg9zbGFjay5hY21lLnRlc3SC
FG9uYm9hcmRpbmcuYWNtZS50ZXN0MB0GA1UdDgQWBBTk1vLUZ6ookpV+j4j/eeFl
PprgwjAfBgNVHSMEGDAWgBSLVleh1+0Mk40KURyhc80DaQ1jYTAKBggqhkjOPQQD
AgNIADBFAiBMpwT6utiXtdsn1j1UxAtdxarT4V4vf/xYF8AzwOWD0AIhAKlsZ/A+
WK7+uFvDZ3b/3/v6s0PPZuXT+GKt164jZems
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg53lLJ/GoE3pRY8Kj
F2C02Kjws+eMrgAGyoIVrZ7Yv36hRANCAARTexJu2hXf5MYoZNuuIhvfl2P8zeHR
vUU5qMN76k04qvDvKrvOsy4AJ5bx/IspjI+0z3lGgfGM5SdH/AmZFyrh
-----END PRIVATE KEY-----`,
};
