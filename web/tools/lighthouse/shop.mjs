import { readFileSync } from 'node:fs'

export const base = (process.env.BASE_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '')

export async function fetchData(path, { token, ...options } = {}) {
  const headers = {
    'accept-language': 'az',
    ...(options.body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(`${base}/api/v1${path}`, { ...options, headers })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: is the shop at ${base} up, with its demo?`)
  return (await response.json()).data
}

const ACCOUNTS = new URL('../../../deploy/local/demo/accounts.json', import.meta.url)
const { email: login, password } = JSON.parse(readFileSync(ACCOUNTS, 'utf8')).find(({ role }) => role === 'blogger')
const BLOGGER = { login, password }

const send = (path, body, token) => fetchData(path, { method: 'POST', body: JSON.stringify(body), token })

/** Creates a list as the demo's blogger, and deletes it after `use`. */
export async function withList(use) {
  const signIn = async () => (await send('/auth/signin', BLOGGER)).accessToken
  const token = await signIn()
  const { products } = await fetchData('/product/all?sort=popular&perPage=8')
  const list = await send('/list', { name: 'Anama hədiyyələr', description: 'Hər birini özüm seçmişəm.' }, token)
  try {
    for (const { id: productId } of products) await send(`/list/${list.id}/products`, { productId }, token)
    return await use(list)
  } finally {
    // The session may have expired during the run.
    await fetchData(`/list/${list.id}`, { method: 'DELETE', token: await signIn() })
  }
}
