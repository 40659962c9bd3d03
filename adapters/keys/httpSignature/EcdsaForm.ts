/** The form in which OpenSSL takes ECDSA signatures. */

/** How many bytes r and s take, each, with a curve of 256 bits. */
const half = 32

/** The longest that both integers take with what stands before them. */
const derMax = 2 + 2 * (2 + 1 + half)

/**
 * A signature of 64 bytes, which are r and s (IEEE P1363), as a sequence of two integers (RFC 3279 §2.2.3). OpenSSL takes this form
 * as it is. It takes half as long again to check the other form, since it exports the key to learn the length of its numbers.
 */
export const derOf = (signature: Uint8Array): Uint8Array => {
  const der = new Uint8Array(derMax)
  let end = 2
  for (const from of [0, half]) {
    // An integer takes as few bytes as it can (X.690 §8.3), and begins with a zero if it would be negative without one.
    let first = from
    while (signature[first] === 0 && first < from + half - 1) first++
    const zeros = Number(signature[first]) < 0x80 ? 0 : 1
    const bytes = signature.subarray(first, from + half)
    der[end] = 0x02
    der[end + 1] = zeros + bytes.length
    der.set(bytes, end + 2 + zeros)
    end += 2 + zeros + bytes.length
  }
  der[0] = 0x30
  der[1] = end - 2
  return der.subarray(0, end)
}
