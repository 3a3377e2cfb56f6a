// The dialog of the step-up: the server wants the second factor again before a sensitive action, if the last proof is too old.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureText } from '~shared/api/failure'
import { useI18n, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Sheet } from '~shared/ui/sheet'
import { Skeleton } from '~shared/ui/states'
import { FactorForm } from './factor-form'
import { requestStepUp, verifyStepUp } from './requests'
import { answerStepUp, useStepUp } from './step-up'
import { openInAllTabs } from './tabs'

export function StepUpDialog() {
  const t = useT()
  const isAsked = useStepUp((state) => state.isAsked)
  return (
    <Sheet title={t('adminStaff.stepUp.title')} open={isAsked} onClose={() => answerStepUp(false)}>
      <StepUp />
    </Sheet>
  )
}

function StepUp() {
  const { t, locale } = useI18n()
  const { mutate: request, data, error, submittedAt } = useMutation({ mutationFn: () => requestStepUp(locale) })
  const [notice, setNotice] = useState('')
  useEffect(() => request(), [request])
  const cancel = (
    <Button look="quiet" size="lg" onClick={() => answerStepUp(false)}>
      {t('adminStaff.cancel')}
    </Button>
  )
  const challenge = data?.data
  return (
    <div className="grid gap-5">
      <p className="text-muted">{t('adminStaff.stepUp.text')}</p>
      {notice && (
        <p role="status" className="rounded-lg bg-warn-soft px-4 py-3 font-medium text-warn">
          {notice}
        </p>
      )}
      {error && (
        <>
          <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
            {failureText(t, error)}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="lg" onClick={() => request()}>
              {t('common.retry')}
            </Button>
            {cancel}
          </div>
        </>
      )}
      {!error && !challenge && <Skeleton className="h-24 w-full rounded-lg" />}
      {challenge && (
        <FactorForm
          key={submittedAt}
          challenge={challenge}
          send={(proof) => verifyStepUp(locale, { challengeToken: challenge.challengeToken, ...proof })}
          onDone={(session) => {
            openInAllTabs(session)
            answerStepUp(true)
          }}
          onExpired={(message) => {
            setNotice(message)
            request()
          }}
          beside={cancel}
        />
      )}
    </div>
  )
}
