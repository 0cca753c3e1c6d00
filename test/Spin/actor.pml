/* actor.pml: the protocol of actors, queues, a communicator and workers, for Spin
 *
 * Two ranks of one process run one step of
 *
 *     x = t0()   y = t1: all_reduce(x)   z = t2(y)   w = t3: all_reduce(z)
 *
 * twice over (micro-batches), registers with one copy each. Computations are issued on queue 0 of a device that does
 * them later, communications stand on stream 1; each stream has the launch list that a plan gives it. Names are those of
 * runtime/actor (Actor, ThreadScheduler), runtime/device (Queue) and runtime/collective/local.
 *
 * Proved for every interleaving: the step ends (no invalid end state), nothing is read before it is written or overwritten
 * before it is read, a rank is in one worker at a time. Each fault is found (protocol.test):
 *   REORDER    rank 1 launches its communications in another order
 *   NO_WAIT    a communication does not wait for the queue of what it reads
 *   NO_CREDIT  t0 does not wait for a free copy
 *   NO_WOKEN   a rank that is woken while it runs goes idle all the same
 *   NO_RECHECK a worker sleeps without looking at the queue of ranks again
 *   LATE_FLAG  who waits for a queue says so after it has looked
 */
#define RANKS 2
#ifndef FIRINGS
#define FIRINGS 2
#endif
#define COPIES 1
#ifndef WORKERS
#define WORKERS 2
#endif
#define TASKS 4
#define COMPUTATIONS (2 * FIRINGS)
#define COMMUNICATIONS (2 * FIRINGS)

mtype = { Idle, Queued, Running, RunningAndWoken };
mtype = { Nothing, Arrive, Progress };

/* Launch lists: task * 4 + firing. */
byte computations[COMPUTATIONS];
byte communications[RANKS * COMMUNICATIONS];

typedef Rank {
  byte fired[TASKS]; /* issued, what actors see */
  byte done[TASKS];  /* carried out */
  byte head[2];      /* of the launch lists */
  byte queued;       /* computations that the device has done */
  bool arrived;      /* waits in the communication at the head of stream 1 */
  bool counted;      /* and is counted there */
  bool waiting;      /* wants to be woken when queue 0 goes on */
  bool finished;
  byte inside;       /* workers */
};
Rank ranks[RANKS];

/* Of the two communications: arrivals over all instances, instances done. */
byte arrivals[2], finishedInstances[2];

mtype mailbox[RANKS];
chan queue = [4] of { byte };
byte sleepers, asleep, tokens, unfinished = RANKS;
bool locked, running = true;

#define taskOf(entry) ((entry) / 4)
#define firingOf(entry) ((entry) % 4)
#ifdef NO_CREDIT
#define hasCredit(list, t, i) ((t) == 0 || (t) == TASKS - 1 || list[(t) + 1] + COPIES > (i))
#else
#define hasCredit(list, t, i) ((t) == TASKS - 1 || list[(t) + 1] + COPIES > (i))
#endif
#define hasInput(list, t, i) ((t) == 0 || list[(t) - 1] > (i))
#define mayTouch(r, t, i) ((ranks[r].done[((t) == 0 -> 0 : (t) - 1)] > (i) || (t) == 0) && \
                           ((t) == TASKS - 1 || ranks[r].done[((t) == TASKS - 1 -> t : (t) + 1)] + COPIES > (i)))

#define isReady(list, entry) (hasInput(list, taskOf(entry), firingOf(entry)) && hasCredit(list, taskOf(entry), firingOf(entry)))

inline lock() { atomic { !locked -> locked = true } }
inline unlock() { locked = false }

/* ThreadScheduler::wake */
inline wake(who) {
  atomic {
    if
    :: mailbox[who] == Idle -> mailbox[who] = Queued; queue!who; mustNotify = true
    :: mailbox[who] == Running -> mailbox[who] = RunningAndWoken; mustNotify = false
    :: else -> mustNotify = false
    fi
  }
  if
  :: mustNotify && sleepers > 0 ->
     lock();
     if :: asleep > tokens -> tokens++ :: else fi;
     unlock()
  :: else
  fi
}

/* The device: queue 0 of a rank is done in its order, some time later. */
proctype Device(byte r) {
  bool mustNotify;
  byte entry, t, i;
end:
  do
  :: ranks[r].queued < ranks[r].head[0] && hasInput(ranks[r].done, taskOf(computations[ranks[r].queued]), firingOf(computations[ranks[r].queued])) ->
     d_step {
       entry = computations[ranks[r].queued];
       t = taskOf(entry); i = firingOf(entry);
       assert(mayTouch(r, t, i));
       ranks[r].done[t]++;
       ranks[r].queued++;
       entry = 0; t = 0; i = 0
     }
     if
     :: atomic { ranks[r].waiting -> ranks[r].waiting = false }; wake(r)
     :: else
     fi
  od
}

/* Actor::advance until no stream goes on; between two steps that others see, all is one. */
inline advance(me) {
  do
  :: atomic {
       do /* stream 0: issue what can be issued */
       :: ranks[me].head[0] < COMPUTATIONS && isReady(ranks[me].fired, computations[ranks[me].head[0]]) ->
          ranks[me].fired[taskOf(computations[ranks[me].head[0]])]++;
#ifdef HOST
          ranks[me].done[taskOf(computations[ranks[me].head[0]])]++;
          ranks[me].queued++;
#endif
          ranks[me].head[0]++
       :: else -> break
       od;
       next = Nothing;
       if /* stream 1: Actor::communicate */
       :: ranks[me].head[1] < COMMUNICATIONS ->
          entry = communications[me * COMMUNICATIONS + ranks[me].head[1]];
          t = taskOf(entry); i = firingOf(entry); c = t / 2;
          if
          :: ranks[me].counted -> next = Progress
          :: !ranks[me].counted && (ranks[me].arrived || isReady(ranks[me].fired, entry)) -> ranks[me].arrived = true; next = Arrive
          :: else
          fi
       :: else
       fi
     }
     if
     :: next == Nothing -> break
     :: next == Arrive -> /* LocalCommunicator::arrive, once the queue has done what was issued before */
#ifdef LATE_FLAG
        reached = isReady(ranks[me].done, entry);
        if :: !reached -> ranks[me].waiting = true :: else fi;
#else
        ranks[me].waiting = true;
#ifdef NO_WAIT
        reached = true;
#else
        reached = isReady(ranks[me].done, entry);
#endif
#endif
        if
        :: reached ->
           d_step {
             ranks[me].waiting = false; ranks[me].counted = true;
             arrivals[c]++;
             last = (arrivals[c] == (i + 1) * RANKS);
             if
             :: last -> /* does the transfer for all */
                assert(mayTouch(0, t, i) && mayTouch(1, t, i));
                finishedInstances[c] = i + 1
             :: else
             fi
           }
           if :: last -> wake(1 - me) :: else fi
        :: else -> break
        fi
     :: next == Progress -> /* LocalCommunicator::progress */
        d_step {
          last = finishedInstances[c] > i;
          if
          :: last ->
             ranks[me].arrived = false; ranks[me].counted = false;
             ranks[me].fired[t]++; ranks[me].done[t]++; ranks[me].head[1]++
          :: else
          fi
        }
        if :: last :: else -> break fi
     fi
  od;
  skip;
  d_step { entry = 0; t = 0; i = 0; c = 0; next = Nothing; reached = false; last = false }
  /* Actor::isDrained */
  if
  :: !ranks[me].finished && ranks[me].head[0] == COMPUTATIONS && ranks[me].head[1] == COMMUNICATIONS ->
     ranks[me].waiting = true;
     if
     :: ranks[me].queued == COMPUTATIONS ->
        ranks[me].waiting = false; ranks[me].finished = true;
        unfinished--;
        if
        :: unfinished == 0 ->
           lock(); running = false; unlock();
           tokens = asleep
        :: else
        fi
     :: else
     fi
  :: else
  fi
}

/* ThreadScheduler::work */
proctype Worker() {
  byte r, entry, t, i, c;
  bool mustNotify, reached, last;
  mtype next = Nothing;
  do
  :: !running -> break
  :: running ->
     if
     :: queue?r ->
        mailbox[r] = Running;
        ranks[r].inside++;
        assert(ranks[r].inside == 1);
        do
        :: advance(r);
#ifdef NO_WOKEN
           ranks[r].inside--; mailbox[r] = Idle; break
#else
           if
           :: atomic { mailbox[r] == Running -> ranks[r].inside--; mailbox[r] = Idle }; break
           :: atomic { mailbox[r] == RunningAndWoken -> mailbox[r] = Running }
           fi
#endif
        od
     :: empty(queue) -> /* sleep */
        lock();
        sleepers++;
        if
#ifdef NO_RECHECK
        :: running ->
#else
        :: len(queue) == 0 && running ->
#endif
           asleep++;
           unlock();
           atomic { tokens > 0 -> tokens--; asleep-- };
           lock()
        :: else
        fi;
        sleepers--;
        unlock()
     fi
  od
}

init {
  byte k, r;
  d_step {
    /* t0 is one ahead of t2 */
    for (k : 0 .. FIRINGS - 1) {
      computations[k] = k;
      computations[FIRINGS + k] = 2 * 4 + k
    }
    for (r : 0 .. RANKS - 1) {
      for (k : 0 .. FIRINGS - 1) {
        communications[r * COMMUNICATIONS + 2 * k] = 1 * 4 + k;
        communications[r * COMMUNICATIONS + 2 * k + 1] = 3 * 4 + k
      }
    }
#ifdef REORDER
    communications[COMMUNICATIONS + 1] = 5; communications[COMMUNICATIONS + 2] = 12;
#endif
    mailbox[0] = Queued; mailbox[1] = Queued;
    queue!0; queue!1
  }
  atomic {
#ifndef HOST
    run Device(0); run Device(1);
#endif
    for (k : 1 .. WORKERS) { run Worker() }
  }
}
