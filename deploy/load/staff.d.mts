export interface StaffAccount {
  email: string
  password: string
  secondFactors: { totp: string; passkey: { id: string; publicKey: string } }
}

/** For `/api/v1/admin/…` and `/api/v1/staff/…`. */
export interface StaffHeaders {
  cookie: string
  'x-csrf-token': string
}

export type Post = (path: string, body: object) => Promise<{ data: unknown; cookies: string[] }>

export function demoPasskey(account: StaffAccount): { id: string; privateKey: string }
export function openStaffSession(account: StaffAccount, post: Post, base: string): Promise<StaffHeaders>
