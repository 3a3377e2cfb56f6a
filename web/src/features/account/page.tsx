// Parts that the account's pages share.

import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { BadgeCheck, Copy, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { useI18n, useT } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import { phoneText } from '~shared/lib/text'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

interface AccountPageProps {
  title: string
  text?: string | undefined
  children: ReactNode
}

export function AccountPage({ title, text, children }: AccountPageProps) {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: title }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        {text && <p className="max-w-2xl text-muted text-pretty">{text}</p>}
      </div>
      {children}
    </div>
  )
}

export function Card({ children }: { children: ReactNode }) {
  return <div className="max-w-2xl rounded-xl border border-line bg-surface p-5 sm:p-7">{children}</div>
}

/** For pages in the account's layout, which admits signed-in users only. */
export function WithUser({ children }: { children: (user: User) => ReactNode }) {
  const user = useAuth((state) => state.user)
  return user && children(user)
}

export function CopyNumber({ code, className }: { code: string; className?: string }) {
  const t = useT()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast.good(t('account.copied', { code }))
    } catch {
      // Without clipboard permission, the number is shown to be copied by hand.
      toast.plain(t('account.number', { code }))
    }
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={clsx('inline-flex min-h-9 items-center gap-2 rounded-sm tabular-nums hover:text-accent-text', className)}
    >
      <span>{t('account.number', { code })}</span>
      <Copy aria-hidden className="size-3.5" />
      <span className="sr-only">{t('account.copy')}</span>
    </button>
  )
}

/** The number is missing after it has got a new owner. */
export function PhoneNumber({ user }: { user: User }) {
  const t = useT()
  return user.phoneNumber ? (
    <span className="tabular-nums">{phoneText(user.phoneNumber)}</span>
  ) : (
    <span className="font-normal text-muted">{t('account.changePhone.missing')}</span>
  )
}

export function EmailState({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const link = useMutation({
    mutationFn: () => post(locale, '/user/email/verify/send', undefined),
    onSuccess: () => toast.good(t('account.email.linkSent')),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  if (user.email === undefined) return <p className="mb-6 text-muted text-pretty">{t('account.email.none')}</p>
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line pb-6">
      <div className="min-w-48 grow basis-0">
        <p className="font-semibold wrap-anywhere">{user.email}</p>
        <EmailMark isVerified={user.emailVerified} />
      </div>
      {!user.emailVerified && (
        <Button look="secondary" busy={link.isPending} disabled={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
          {t('account.email.sendLink')}
        </Button>
      )}
    </div>
  )
}

export function EmailMark({ isVerified }: { isVerified: boolean }) {
  const { t } = useI18n()
  return isVerified ? (
    <span className="inline-flex items-center gap-1.5 text-sm font-medium text-good">
      <BadgeCheck aria-hidden className="size-4" />
      {t('account.email.verified')}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-sm font-medium text-warn">
      <Mail aria-hidden className="size-4" />
      {t('account.email.unverified')}
    </span>
  )
}
