import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import * as v from 'valibot'
import { AccountPage, Card, WithUser } from '~/features/account/page'
import { focusHeading } from '~/lib/focus-heading'
import { failureText } from '~shared/api/failure'
import { call, post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { FormPassword } from '~shared/features/forms/fields'
import { password } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

async function saveData(locale: Locale, code: string) {
  const personalData = await call({ method: 'GET', path: '/user/export', locale })
  const file = new Blob([JSON.stringify(personalData, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `sovqat-${code}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

export function Component() {
  const t = useT()
  return (
    <AccountPage title={t('account.data.title')} text={t('account.data.text')}>
      <WithUser>
        {(user) => (
          <>
            <Card>
              <DownloadData user={user} />
            </Card>
            {!user.deletesAt && (
              <Card>
                <DeleteForm user={user} />
              </Card>
            )}
          </>
        )}
      </WithUser>
    </AccountPage>
  )
}

function DownloadData({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const download = useMutation({
    mutationFn: () => saveData(locale, user.code),
    onSuccess: () => toast.good(t('account.data.downloaded')),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  return (
    <section aria-labelledby="download" className="grid justify-items-start gap-3">
      <h2 id="download" className="text-xl">
        {t('account.data.download')}
      </h2>
      <p className="text-muted text-pretty">{t('account.data.downloadText')}</p>
      <Button look="secondary" size="lg" busy={download.isPending} disabled={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden className="size-5" />
        {t('account.data.downloadButton')}
      </Button>
    </section>
  )
}

/** An account without a password is not asked for one. */
const schemaFor = ({ hasPassword }: User) => v.object({ password: hasPassword ? password() : v.string() })

function DeleteForm({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const form = useSendForm({
    schema: schemaFor(user),
    values: { password: '' },
    labels: { password: t('account.password.current') },
    fieldOf: { invalid_password: 'password' },
    send: (proof) => post(locale, '/user/delete', user.hasPassword ? proof : {}),
    onSent: ({ data }) => {
      auth.profileLoaded(data)
      // The response removes the form, and the banner appears at the top.
      window.scrollTo({ top: 0 })
      focusHeading()
    },
  })
  return (
    <section aria-labelledby="delete" className="grid gap-3">
      <h2 id="delete" className="text-xl">
        {t('account.data.delete')}
      </h2>
      <p className="text-muted text-pretty">{t('account.data.deleteText')}</p>
      <SendForm form={form} submit={t('account.data.deleteButton')}>
        {user.hasPassword && <FormPassword name="password" autoComplete="current-password" />}
      </SendForm>
    </section>
  )
}
