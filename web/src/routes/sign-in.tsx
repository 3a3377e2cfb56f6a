import { Navigate, useSearchParams } from 'react-router'
import gift from '~/assets/pictures/birthday.webp'
import { SignInForm } from '~/features/auth/components/sign-in-form'
import { useIsSignedIn } from '~/features/auth/store'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'

/** Only a path of this shop: an address from elsewhere would make the page a springboard. */
const safe = (next: string | null) => (next && /^\/(?![/\\])/.test(next) ? next : paths.home())

export function Component() {
  const t = useT()
  const [search] = useSearchParams()
  usePage(t('common.titleOf', { name: t('account.signIn.title') }))
  if (useIsSignedIn()) return <Navigate to={safe(search.get('next'))} replace />
  return (
    <div className="mx-auto my-6 grid max-w-md gap-7 rounded-2xl border border-line bg-surface p-6 shadow-quiet sm:my-14 sm:p-10">
      <div className="grid gap-2">
        <img src={gift} alt="" width={64} height={64} className="mb-2 size-16" />
        <h1 tabIndex={-1} className="text-3xl">
          {t('account.signIn.title')}
        </h1>
        <p className="text-muted text-pretty">{t('account.signIn.text')}</p>
      </div>
      <SignInForm />
    </div>
  )
}
