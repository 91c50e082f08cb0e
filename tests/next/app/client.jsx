'use client';

import { useEffect, useState } from 'react';
import { answer } from '../../hosts/src/answer.mjs';

export function Client() {
  const [text, setText] = useState('');
  useEffect(() => setText(answer()), []);
  return <pre id="client">{text}</pre>;
}
