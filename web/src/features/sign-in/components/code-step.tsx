import { Navigate, useNavigate } from 'react-router'
import { useT } from '~shared/i18n/context'
import { international } from '../phone'
import { useRegister } from '../register-store'
import { useStepPath } from '../steps'
import { CodeForm } from './code-form'
import { StepFrame } from './step-frame'
import { Way } from './way'

export function CodeStep() {
  const t = useT()
  const navigate = useNavigate()
  const pathTo = useStepPath()
  const { phoneNumber, typed } = useRegister()
  if (!phoneNumber || !typed) return <Navigate to={pathTo()} replace />
  return (
    <StepFrame title={t('signIn.code.title')} text={t('signIn.code.text', { phone: international(typed).replaceAll(' ', '\u00a0') })}>
      <CodeForm
        // In place of this step: the code is used up, and back leads to the number.
        onNewcomer={() => navigate(pathTo('details'), { replace: true })}
        change={<Way to={pathTo()}>{t('signIn.code.change')}</Way>}
      />
    </StepFrame>
  )
}
