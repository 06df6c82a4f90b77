/**
 * Self-signed certificate for loopback and its key, which protects nothing else. Made with
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost
 */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIULHyuOvP+z74917I4j31gzN1uGGwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDEwMDc0N1oYDzIxMjYxMDMx
MTAwNzQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS798/XQowbzW2pEYGWXOpBapoHeRZ54thzAikV3FI8J6HrEZH6yM/k
UVdyHKZNPpRYRK5BGD5JOk6NU75dh+Yho28wbTAdBgNVHQ4EFgQUm6nUW4nLHZoA
ySLH7mZ3IWxtxvwwHwYDVR0jBBgwFoAUm6nUW4nLHZoAySLH7mZ3IWxtxvwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhANy+pS/9RaNktTAIvflDu6jbu6TdgAnEEno8EXZSXhi3AiAc
+TtucV+iUR+DlHwUZHG55/qbzSC/pPfcUKhYx5vxAA==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+vdjEpZX2gKkl8cx
PvB8PYjMBVfvo+6fq+jCBKAxYnuhRANCAAS798/XQowbzW2pEYGWXOpBapoHeRZ5
4thzAikV3FI8J6HrEZH6yM/kUVdyHKZNPpRYRK5BGD5JOk6NU75dh+Yh
-----END PRIVATE KEY-----`,
};
