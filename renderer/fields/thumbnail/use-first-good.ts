import { useState } from 'react'

/**
 * The first of some addresses that has not failed, and what to do where it does; undefined: none is left. Where `state`
 * has become another one, each is tried again: what could not be had offline may be there now.
 */
export function useFirstGood(
  addresses: readonly string[],
  state: string,
): [address: string | undefined, onError: () => void] {
  const [failed, setFailed] = useState<{ state: string; addresses: readonly string[] }>({
    state,
    addresses: [],
  })
  const past = failed.state === state ? failed.addresses : []
  const address = addresses.find((one) => !past.includes(one))
  return [
    address,
    () => {
      if (address !== undefined) setFailed({ state, addresses: [...past, address] })
    },
  ]
}
