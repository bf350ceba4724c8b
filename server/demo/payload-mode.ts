/** Sets the mode of Payload in this process: it creates tables only in development, the rest is as in production. */
export function setPayloadMode(mode: 'development' | 'production'): void {
  Object.assign(process.env, {
    NODE_ENV: mode,
    DISABLE_PAYLOAD_HMR: 'true',
    PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
  })
}
