/**
 * What the server takes for an e-mail address (S5.16): no spaces, no quotes, no two dots in a row, no label of the
 * domain with a hyphen at its ends, a last label of at least two letters.
 */
export const emailPattern =
  /^(?!.*\.\.)[\w!#$%&'*+/=?^`{|}~-](?:[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-])?@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/i
