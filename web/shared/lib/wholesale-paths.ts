import { at, query } from './paths'

/** The addresses of wholesale. Apart from the others, which come with everybody's first visit. */
export const wholesalePaths = {
  form: (product?: string) => `/topdan-satis${query({ mehsul: product })}`,
  request: (code: string, token: string) => at`/topdan-satis/${code}` + query({ token }),
}

/** A file of the API, opened by the link alone. */
export const fileOf = (code: string, token: string, file: 'quote' | 'invoice') =>
  `/api/v1/wholesale/${encodeURIComponent(code)}/${file}.pdf?token=${encodeURIComponent(token)}`
