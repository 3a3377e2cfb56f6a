import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Contacts } from '~/features/account/contacts'
import { AccountPage, Card } from '~/features/account/page'
import { Questions } from '~/features/account/questions'
import { ReportForm } from '~/features/account/report-form'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'

export function Component() {
  const t = useT()
  const [isSent, setSent] = useState(false)
  return (
    <AccountPage title={t('account.help.title')} text={isSent ? undefined : t('account.help.text')}>
      {isSent ? (
        <Sent onAgain={() => setSent(false)} />
      ) : (
        <Card>
          <ReportForm onSent={() => setSent(true)} />
        </Card>
      )}
      <Questions />
      <Contacts />
    </AccountPage>
  )
}

/** In the place of the form, so that nobody wonders whether it went out. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex max-w-2xl gap-4 rounded-xl bg-good-soft p-5">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
      <div className="grid justify-items-start gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {t('account.help.sent')}
        </h2>
        <p className="text-pretty">{t('account.help.sentText')}</p>
        <Button look="secondary" className="mt-1" onClick={onAgain}>
          {t('account.help.again')}
        </Button>
      </div>
    </section>
  )
}
